/** Length, width and height of the car in {@link kittiScan}, metres. */
const CAR = { x: 4, y: 1.8, z: 1.6 };

/** A KITTI scan of flat ground with a car, ahead of the scanner and a metre further in each frame. */
export function kittiScan(frame: number): Buffer {
  const places: number[][] = [];
  for (let at = 0; at < 4000; at += 1)
    places.push([((at * 0.618_034) % 1) * 40 - 10, ((at * 0.754_878) % 1) * 30 - 15, -1.7, 0.2]);
  for (let at = 0; at < 3000; at += 1) {
    const [u, v] = [((at * 0.618_034) % 1) - 0.5, (at * 0.754_878) % 1];
    const ahead = 8 + frame;
    places.push(
      at % 2 === 0
        ? [ahead + u * CAR.x, (at % 4 === 0 ? 0.5 : -0.5) * CAR.y, -1.65 + v * CAR.z, 0.8]
        : [ahead + (at % 4 === 1 ? 0.5 : -0.5) * CAR.x, u * CAR.y, -1.65 + v * CAR.z, 0.8],
    );
  }
  const bytes = Buffer.alloc(places.length * 16);
  for (const [at, place] of places.entries())
    for (const [channel, value] of place.entries()) bytes.writeFloatLE(value, at * 16 + channel * 4);
  return bytes;
}
