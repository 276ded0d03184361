import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { FormStart } from '#sdk/form/form-protocol.ts';
import type { FormController } from '../form-controller.ts';

/** Returns the facts about the item and the form's variables for a script: nothing the person cannot see. */
export function itemFacts(
  controller: FormController,
  open: Pick<OpenItem, 'now'>,
): Pick<FormStart, 'item' | 'env' | 'secure'> {
  const { item, user, scene, particulars } = controller.session;
  const { env, secure } = particulars;
  const metadata: JsonRecord = isRecord(scene.document.metadata) ? scene.document.metadata : {};
  const category = metadata['item_category'];
  return {
    item: {
      id: item.id,
      name: item.name,
      status: statusName(controller.reader.status, open),
      category:
        typeof category === 'string'
          ? category
          : isRecord(category) && typeof category['value'] === 'string'
            ? category['value']
            : undefined,
      role: user.role,
      user: { email: user.email },
      metadata,
      payload: controller.payload,
    },
    env: isRecord(env) ? Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])) : {},
    secure: Array.isArray(secure) ? secure.map(String) : [],
  };
}

/** The name of a status on the wire, e.g. `QualityCheck`. */
export const statusName = (value: number, open: Pick<OpenItem, 'now'>): string =>
  open.now?.opened.status.all.find(each => each.value === value)?.name ?? itemStatusOf(value).name;
