/** Reads the body of a form. Any other body is as good as none: a page then asks for a question. */
export async function formBody(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return new URLSearchParams();
  const bytes = await request.arrayBuffer();
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
