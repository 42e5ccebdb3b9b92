/**
 * Typed arrays in one run of bytes, least significant byte first on every machine, read in place.
 */

/** What can be packed. */
export type PackedArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Packs arrays; which they are is known to whoever unpacks them. */
export function packArrays(arrays: readonly PackedArray[]): Uint8Array {
  const lengths = Uint32Array.from(arrays, ({ length }) => length);
  const all = [Uint32Array.of(arrays.length), lengths, ...arrays];
  const size = all.reduce((sum, { byteLength }) => alignedTo8(sum) + byteLength, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const array of all) {
    at = alignedTo8(at);
    bytes.set(littleEndian(array), at);
    at += array.byteLength;
  }
  return bytes;
}

/** Makes an array over bytes. */
type View<T> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
  BYTES_PER_ELEMENT: number;
};

/**
 * Unpacks arrays of stated kinds; views of the bytes, which must begin at a multiple of 8 of their buffer.
 *
 * @returns undefined when the bytes do not hold exactly such arrays
 */
export function unpackArrays<const Kinds extends readonly View<PackedArray>[]>(
  bytes: Uint8Array,
  kinds: Kinds,
): { [At in keyof Kinds]: InstanceType<Kinds[At]> } | undefined {
  const headEnd = alignedTo8(4) + 4 * kinds.length;
  if (bytes.length < headEnd) return undefined;
  const own = IS_LITTLE_ENDIAN ? bytes : copied(bytes);
  const [count] = viewOf(own, Uint32Array, 0, 1);
  if (count !== kinds.length) return undefined;
  const lengths = viewOf(own, Uint32Array, alignedTo8(4), kinds.length);
  let at = headEnd;
  const arrays: PackedArray[] = [];
  for (const [number, kind] of kinds.entries()) {
    at = alignedTo8(at);
    const length = lengths[number] as number;
    if (at + length * kind.BYTES_PER_ELEMENT > own.length) return undefined;
    arrays.push(viewOf(own, kind, at, length));
    at += length * kind.BYTES_PER_ELEMENT;
  }
  return at === own.length ? (arrays as never) : undefined;
}

/** The bytes of an array, least significant first. */
export function littleEndian(array: PackedArray): Uint8Array {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : swapped(copied(bytes), array.BYTES_PER_ELEMENT);
}

/** 32-bit floats over bytes that begin at a multiple of 4; on a machine of the other byte order, a copy. */
export function floatsOver(bytes: Uint8Array): Float32Array {
  const own = IS_LITTLE_ENDIAN ? bytes : swapped(copied(bytes), 4);
  return new Float32Array(own.buffer, own.byteOffset, own.length / 4);
}

function viewOf<T extends PackedArray>(bytes: Uint8Array, kind: View<T>, at: number, length: number): T {
  if (!IS_LITTLE_ENDIAN)
    swapped(bytes.subarray(at, at + length * kind.BYTES_PER_ELEMENT), kind.BYTES_PER_ELEMENT);
  return new kind(bytes.buffer, bytes.byteOffset + at, length);
}

/** A copy, also of a Buffer, whose own `slice` is a view. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function swapped(bytes: Uint8Array, size: number): Uint8Array {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}

function alignedTo8(at: number): number {
  return Math.ceil(at / 8) * 8;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
