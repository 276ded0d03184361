import { AreaCommands } from './area-commands.ts';
import { ArrangeCommands } from './arrange-commands.ts';
import { SelectionCommands } from './selection-commands.ts';
import type { ShapeClipboard } from './shape-clipboard.ts';
import type { VectorContext } from './vector-context.ts';
import { VertexLinks } from './vertex-links.ts';

/** Actions of keys and the menu of the stage on the selected shapes. */
export interface VectorCommands {
  readonly selection: SelectionCommands;
  readonly links: VertexLinks;
  readonly areas: AreaCommands;
  readonly arrange: ArrangeCommands;
}

/** The commands of one open item. */
export function vectorCommands(context: VectorContext, clipboard: ShapeClipboard): VectorCommands {
  return {
    selection: new SelectionCommands(context, clipboard),
    links: new VertexLinks(context),
    areas: new AreaCommands(context),
    arrange: new ArrangeCommands(context),
  };
}
