/** A label drawn once; sizes in CSS pixels. */
export interface LabelSprite {
  readonly picture: ImageBitmap;
  readonly width: number;
  readonly height: number;
}

const padding = 5;
const longest = 220;
const kept = 400;

/** Keeps drawn labels, since writing text costs many times more than copying it. */
export class LabelSprites {
  readonly #sprites = new Map<string, LabelSprite>();
  #ratio = 1;
  #fontSize = 11;

  setRatio(ratio: number): void {
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#clear();
  }

  /** CSS pixels of the letters. */
  setFontSize(size: number): void {
    if (size === this.#fontSize) return;
    this.#fontSize = size;
    this.#clear();
  }

  /** A label with dark or light text, whichever reads better on `color` (`#rrggbb`). */
  get(text: string, color: string): LabelSprite {
    const key = `${color} ${text}`;
    const before = this.#sprites.get(key);
    if (before !== undefined) return before;
    if (this.#sprites.size >= kept) this.#clear();
    const made = this.#draw(text, color);
    this.#sprites.set(key, made);
    return made;
  }

  #clear(): void {
    for (const { picture } of this.#sprites.values()) picture.close();
    this.#sprites.clear();
  }

  #draw(text: string, color: string): LabelSprite {
    // The bitmap of one is copied faster than a canvas, whose present content is asked for each time.
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d')!;
    const font = `600 ${this.#fontSize}px system-ui, sans-serif`;
    const lineHeight = this.#fontSize + 6;
    context.font = font;
    const shown = shortened(context, text);
    const width = Math.ceil(context.measureText(shown).width) + padding * 2;
    canvas.width = Math.round(width * this.#ratio);
    canvas.height = Math.round(lineHeight * this.#ratio);
    context.scale(this.#ratio, this.#ratio);
    context.font = font;
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(0, 0, width, lineHeight, 3);
    context.fill();
    context.fillStyle = textColorOn(color);
    context.textBaseline = 'middle';
    context.fillText(shown, padding, lineHeight / 2 + 0.5);
    return { picture: canvas.transferToImageBitmap(), width, height: lineHeight };
  }
}

/** Black or white, whichever has the higher contrast on a colour `#rrggbb` (WCAG relative luminance). */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255].map(byte => {
    const share = byte / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

function shortened(context: OffscreenCanvasRenderingContext2D, text: string): string {
  if (context.measureText(text).width <= longest) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > longest)
    length = Math.floor(length * 0.9);
  return `${text.slice(0, length)}…`;
}
