/** W4: a picture of 4096 × 4096 pixels with 100 instance masks, on which 300 strokes are painted. */
export const workload = { side: 4096, instances: 100, strokes: 300, classes: 10 };

/** 24-bit part colour of an instance. */
export const colorOf = number => (number + 1) * 15;

/**
 * The mask as RGBA bytes: 100 rough discs in a grid, some reaching into their neighbours. The seed makes every run the
 * same.
 */
export function maskPixels() {
  const { side, instances } = workload;
  const pixels = new Uint32Array(side * side);
  const columns = Math.sqrt(instances);
  const cell = side / columns;
  let state = 20_260_304;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 4_294_967_296;
  };
  for (let number = 0; number < instances; number += 1) {
    const [x, y] = [((number % columns) + 0.5) * cell, (Math.floor(number / columns) + 0.5) * cell];
    const waves = Array.from({ length: 5 }, (_, wave) => ({
      times: 3 + wave * 4,
      size: 0.1 / (wave + 1),
      from: random() * 7,
    }));
    const color = colorOf(number);
    const pixel = (0xff000000 | ((color & 255) << 16) | (color & 0xff00) | (color >>> 16)) >>> 0;
    for (let row = Math.max(0, Math.floor(y - cell)); row < Math.min(side, y + cell); row += 1) {
      for (let column = Math.max(0, Math.floor(x - cell)); column < Math.min(side, x + cell); column += 1) {
        const angle = Math.atan2(row - y, column - x);
        const reach =
          waves.reduce((sum, { times, size, from }) => sum + size * Math.sin(angle * times + from), 1) * cell * 0.48;
        if (Math.hypot(row - y, column - x) < reach) pixels[row * side + column] = pixel;
      }
    }
  }
  return Buffer.from(pixels.buffer);
}

/** The instances as the internal form of a document has them. */
export function instances() {
  return Array.from({ length: workload.instances }, (_, number) => ({
    id: `mask-${number}`,
    type: '',
    classId: (number % workload.classes) + 1,
    className: `Class ${(number % workload.classes) + 1}`,
    probability: 100,
    visible: true,
    locked: false,
    error: null,
    attributes: [],
    parts: [{ color: `#${colorOf(number).toString(16).padStart(6, '0')}` }],
    creationType: 'Manual',
  }));
}
