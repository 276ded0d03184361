import guest from './guest.js?raw';

/** Initial state of a web component. */
export interface ComponentPage {
  /** A whole page or a part of one. */
  readonly html: string;
  /** `window.SA_CONTEXT`: the JSON of its property, or the text where it is none. */
  readonly context: unknown;
  readonly value: unknown;
  readonly readOnly: boolean;
  readonly theme: 'light' | 'dark';
  readonly isBuilder: boolean;
}

/** The script that makes the page of a web component in a sealed frame. */
export const componentCode = (page: ComponentPage): string =>
  `const page = JSON.parse(${JSON.stringify(JSON.stringify(page))});\n${guest}`;

/** The context of a component as its page gets it. */
export function contextOf(given: unknown): unknown {
  if (typeof given !== 'string' || given.trim() === '') return given ?? null;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}

/** True for content that is the address of a page and no page itself. */
export const isAddress = (code: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(code);
