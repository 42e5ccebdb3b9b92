/**
 * The address of a model and the key for it, as somebody set them: what can be used, and whether prompts leave this machine.
 */
import { ModelConfigError } from './model-error.ts';

/** An address that can be asked. @throws {ModelConfigError} */
export function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return baseUrl;
  throw new ModelConfigError({
    setting: 'baseUrl',
    message: 'the base address of the model endpoint is not an http or https address without credentials',
    help: 'write an address such as http://127.0.0.1:11434/v1, and give a key apart from it',
  });
}

/** The key to send: one that is given, or none that counts for this machine. @throws {ModelConfigError} */
export function checkedKey(apiKey: string | undefined, host: string | undefined): string {
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  if (host === undefined) return 'none';
  throw new ModelConfigError({
    setting: 'apiKey',
    message: `no API key is given for the model endpoint at ${host}`,
    help: 'for the address of the provider set OPENAI_API_KEY; for another one name the variable that holds its key',
  });
}

/** The host prompts leave for, with its port, or undefined when it is this machine. */
export function remoteHost(baseUrl: string): string | undefined {
  const { hostname, host } = new URL(baseUrl);
  const name = hostname.replace(/\.$/, '');
  const isLoopback =
    name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
  return isLoopback ? undefined : host;
}
