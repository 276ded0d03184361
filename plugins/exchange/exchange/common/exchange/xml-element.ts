import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ExchangeError } from './exchange-error.ts';

/** Deepest nesting that is read. */
const depthLimit = 32;

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text with the five named and the numbered characters put in; nothing else is ever expanded. */
export const unescapeXml = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named[name.toLowerCase()]!;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '\uFFFD';
    },
  );

/** Text for XML content and attribute values. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(
      /[&<>"\p{Cc}]/gu,
      character =>
        ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\r': '&#13;', '\t': '&#9;' })[
          character
        ] ?? '\uFFFD',
    )
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');

type Ordered = Readonly<Record<string, unknown>>;

/** An element of an XML file. */
export class XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** The text directly inside, trimmed. */
  readonly text: string;
  readonly #attributes: ReadonlyMap<string, string>;

  constructor(name: string, content: readonly Ordered[], attributes: Ordered) {
    this.name = name;
    this.#attributes = new Map(Object.entries(attributes).map(([key, value]) => [key, unescapeXml(String(value))]));
    this.text = unescapeXml(
      content
        .filter(each => '#text' in each)
        .map(each => String(each['#text']))
        .join(''),
    ).trim();
    this.children = content.filter(each => !('#text' in each)).map(element);
  }

  attribute(name: string): string | undefined {
    return this.#attributes.get(name);
  }

  attributes(): ReadonlyMap<string, string> {
    return this.#attributes;
  }

  /** The children of a name. */
  all(name: string): readonly XmlElement[] {
    return this.children.filter(each => each.name === name);
  }

  /** The first child of a name, or of a path of names. */
  find(...names: readonly string[]): XmlElement | undefined {
    return names.reduce<XmlElement | undefined>((at, name) => at?.children.find(each => each.name === name), this);
  }

  /** Text of the first child of a name; undefined when there is none or it is empty. */
  textAt(...names: readonly string[]): string | undefined {
    const text = this.find(...names)?.text;
    return text === '' ? undefined : text;
  }
}

function element(ordered: Ordered): XmlElement {
  const name = Object.keys(ordered).find(key => key !== ':@') ?? '';
  return new XmlElement(name, (ordered[name] ?? []) as readonly Ordered[], (ordered[':@'] ?? {}) as Ordered);
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: depthLimit,
});

/** Reads XML. Entities that the file declares are refused, not expanded. @throws ExchangeError naming the line */
export function parseXml(text: string, path: string): XmlElement {
  if (/<!(?:ENTITY|DOCTYPE[^>]*\[)/i.test(text)) throw new ExchangeError(path, 'declares entities, which are not read');
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new ExchangeError(path, `line ${valid.err.line}: ${valid.err.msg}`);
  let parsed: readonly Ordered[];
  try {
    parsed = parser.parse(text) as readonly Ordered[];
  } catch (error) {
    throw new ExchangeError(path, `is not valid XML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const root = parsed.find(each => !('#text' in each));
  if (root === undefined) throw new ExchangeError(path, 'is empty');
  return element(root);
}
