/**
 * A convenience for readers with a keyboard and JavaScript: `/` goes to the search box, and filters left empty stay out
 * of the address. Without it everything works the same.
 */

/** The script. */
export const SCRIPT = `
const box = document.querySelector('input[name="q"]');
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || box === null) return;
  event.preventDefault();
  box.focus();
  box.select();
});
document.querySelector('form.search')?.addEventListener('formdata', (event) => {
  for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name);
});
`.trimStart();

/** The icon: a drawer with a label. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="22" rx="3" fill="#15566b"/><rect x="8" y="10" width="16" height="7" rx="1" fill="#fbfaf7"/><circle cx="16" cy="22" r="2" fill="#fbfaf7"/></svg>`;
