import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Parts of a message by placeholder: texts and elements. */
type MessageParts<Text extends string> = Readonly<Record<Placeholder<Text>, ReactNode>>;

/**
 * Returns a message with placeholders, such as `{link}`, for elements. The message is one sentence, so that a
 * translation may move them.
 */
export function richMessage<const Text extends string>(text: Text): (parts: MessageParts<Text>) => ReactNode {
  const pieces = text.split(/\{(\w+)\}/);
  return parts =>
    createElement(
      Fragment,
      undefined,
      ...pieces.map((piece, at) => (at % 2 === 0 ? piece : parts[piece as Placeholder<Text>])),
    );
}
