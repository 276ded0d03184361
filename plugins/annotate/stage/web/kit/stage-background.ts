/**
 * The colour behind the picture as red, green and blue, 0..1, read from the style of the surface so that themes decide.
 */
export function stageBackground(surface: HTMLElement): readonly [number, number, number] {
  const numbers =
    getComputedStyle(surface)
      .backgroundColor.match(/[\d.]+/g)
      ?.slice(0, 3)
      .map(Number) ?? [];
  const [red = 43, green = 48, blue = 56] = numbers;
  return [red / 255, green / 255, blue / 255];
}
