import { toDisposable } from '#core/base/common/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ItemHelp } from './item-help.ts';
import { MlClient } from './ml-client.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(MlClient).toSelf();
    container.bind(ItemHelp).toSelf();
  },
  activate({ get, tap, own }) {
    const help = get(ItemHelp);
    tap(get(EditorHooks).assisting, (tools, session, picture) => [
      ...tools,
      ...help.toolsFor(session, picture?.inParts === true),
    ]);
    tap(get(EditorHooks).approaching, itemIds => void help.prepareAhead(itemIds));
    own(toDisposable(() => help.dispose()));
  },
});
