/**
 * The one gate every vector of ours passes: right length, finite in float32, not zero (decisions 3.8).
 */
import { EmbedderError } from './embedder-error.ts';

/**
 * Copies numbers into a float32 vector, or refuses them.
 *
 * @param position  place in the batch, from 0, for the message
 * @throws {EmbedderError} `wrong-vector`
 */
export function checkedVector(values: ArrayLike<number>, dimensions: number, position: number): Float32Array {
  if (values.length !== dimensions) {
    throw wrong(
      position,
      `has ${values.length} numbers where ${dimensions} were expected`,
      'state the dimensions of the model in the configuration',
    );
  }
  const vector = new Float32Array(dimensions);
  let largest = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const value = values[axis];
    if (typeof value !== 'number') throw wrong(position, 'holds something that is not a number');
    vector[axis] = value;
    largest = Math.max(largest, Math.abs(vector[axis] ?? Number.NaN));
  }
  if (!Number.isFinite(largest)) throw wrong(position, 'holds a number that is not finite');
  if (largest === 0) throw wrong(position, 'is zero');
  return vector;
}

function wrong(position: number, what: string, help?: string): EmbedderError {
  return new EmbedderError('wrong-vector', {
    message: `vector ${position} of the batch ${what}`,
    ...(help === undefined ? {} : { help }),
  });
}
