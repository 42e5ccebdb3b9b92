import { expect, it } from 'vitest';
import { assembleKernel } from './assemble.fixture.ts';
import { BYTE_DOTS_WASM } from './byte-dots-wasm.ts';

it('the bytes of the kernel are those of its text', async () => {
  expect(BYTE_DOTS_WASM).toBe(await assembleKernel());
});
