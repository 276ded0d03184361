import type { PluginPanel } from '#sdk/plugin/index.ts';
import type { Manifest } from '../common/index.ts';

/** A panel as a place draws it. */
export interface PlacedPanel {
  readonly plugin: string;
  readonly name: string;
  readonly declaration: PluginPanel;
}

/** Panels that plugins declare for a place, in order. */
export const placedPanels = (enabled: readonly Manifest[], place: string): readonly PlacedPanel[] =>
  enabled
    .flatMap(({ id, panels = {} }) =>
      Object.entries(panels).map(([name, declaration]) => ({ plugin: id, name, declaration })),
    )
    .filter(({ declaration }) => declaration.place === place)
    .sort((one, other) => (one.declaration.order ?? 0) - (other.declaration.order ?? 0));
