import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { FacetKind } from '../common/facets/facet.ts';
import { facetKinds } from '../common/facets/facet.ts';

const PANE = 'loupe_explore_filters';
const OPEN = 'loupe_explore_open_filters';

const openKinds = (text: string | undefined): readonly FacetKind[] =>
  text === undefined ? ['status', 'class'] : facetKinds.filter(each => text.split(',').includes(each));

/** View of Explore: kept in this browser. */
export class ExploreViewStore {
  readonly state = proxy<{ pane: boolean; open: readonly FacetKind[] }>({
    pane: browserStore.get(PANE) !== 'closed',
    open: openKinds(browserStore.get(OPEN)),
  });

  /** Shows or hides the pane of filters. */
  showPane(shown: boolean): void {
    this.state.pane = shown;
    browserStore.set(PANE, shown ? 'open' : 'closed');
  }

  /** Opens or closes a section of the pane. */
  toggle(kind: FacetKind): void {
    const { open } = this.state;
    this.state.open = open.includes(kind) ? open.filter(each => each !== kind) : [...open, kind];
    browserStore.set(OPEN, this.state.open.join(','));
  }
}
