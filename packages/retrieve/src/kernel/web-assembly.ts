/**
 * The part of WebAssembly the kernel uses, where the machine has it.
 *
 * No platform types are loaded into this package, so the shapes are named here.
 */

/** A compiled module; opaque. */
export type WasmModule = object;

/** The functions of the assembled kernel; every address is in bytes. */
export interface KernelExports {
  scan(query: number, stride: number, row: number, count: number, out: number): void;
  gather(query: number, stride: number, base: number, list: number, count: number, out: number): void;
}

interface WasmPlatform {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: object };
  validate(bytes: Uint8Array): boolean;
}

/** Compiles bytes; undefined where the machine cannot run them. */
export function compileWasm(bytes: Uint8Array): WasmModule | undefined {
  const { WebAssembly: platform } = globalThis as { WebAssembly?: WasmPlatform };
  return platform?.validate(bytes) === true ? new platform.Module(bytes) : undefined;
}

/** Puts a compiled kernel on a memory. */
export function instantiateKernel(module: WasmModule, memory: unknown): KernelExports {
  const { WebAssembly: platform } = globalThis as unknown as { WebAssembly: WasmPlatform };
  return new platform.Instance(module, { archive: { memory } }).exports as KernelExports;
}
