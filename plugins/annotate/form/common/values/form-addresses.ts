import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '../form-document.ts';
import { bindDefault } from './default-values.ts';
import type { ElementPath } from './element-path.ts';
import { pathKey } from './element-path.ts';
import { isFormInstance } from './form-instance.ts';
import type { FormPlan } from './form-plan.ts';
import { countRows, shownRows } from './form-rows.ts';
import { nearPath } from './required-answers.ts';
import type { FormReader } from './visibility.ts';
import { visibilityOf } from './visibility.ts';

/** Sources of the addresses of an item's form. */
export interface AddressSource {
  readonly instances: readonly Instance[];
  /** The attached JSON of the item. */
  readonly payload: unknown;
  readonly env: Readonly<Record<string, unknown>>;
  readonly reader: FormReader;
}

/** Texts that are looked at in one item, so that no attached JSON keeps the server busy. */
const MOST = 100_000;

/**
 * The http addresses that an item's form holds for its reader: in stored values, in the attached JSON, and in what the
 * form itself gives with its braces filled. What is hidden from the reader is left out.
 */
export function formAddresses(plan: FormPlan, { instances, payload, env, reader }: AddressSource): ReadonlySet<string> {
  const found = new Set<string>();
  let left = MOST;
  const collect = (value: unknown): void => {
    if (left <= 0) return;
    left -= 1;
    if (typeof value === 'string') {
      const text = addressOf(value);
      if (text !== undefined) found.add(text);
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each);
  };
  const mayRead = ({ id }: FormComponent): boolean => {
    const placed = plan.byId.get(id);
    return placed === undefined || visibilityOf(placed, reader) !== 'hidden';
  };
  const values = new Map(
    instances
      .filter(isFormInstance)
      .filter(each => each.withheld === undefined && mayRead({ id: each.component_id, type: '' }))
      .map(each => [pathKey(each.element_path), each.value]),
  );
  for (const value of values.values()) collect(value);
  collect(payload);
  const counts = countRows(instances);
  const valueNear =
    (prefix: ElementPath, seen: number) =>
    (id: string): unknown => {
      const path = nearPath(plan, id, prefix);
      const component = plan.component(id);
      const key = pathKey(path);
      if (values.has(key) || component === undefined || !mayRead(component) || seen > 4) return values.get(key);
      return bindDefault(component, { payload, env, value: valueNear(path.slice(0, -1), seen + 1) });
    };
  const visit = (components: readonly FormComponent[], prefix: ElementPath): void => {
    for (const component of components) {
      if (left <= 0 || !mayRead(component)) continue;
      if (component.type === 'group') {
        const path = [...prefix, component.id];
        for (let row = 0; row < shownRows(component, counts.get(pathKey(path)) ?? 0); row += 1)
          visit(component.children ?? [], [...path, row]);
        continue;
      }
      if (typeof component['value'] === 'string')
        collect(bindDefault(component, { payload, env, value: valueNear(prefix, 0) }));
      visit(component.children ?? [], prefix);
    }
  };
  visit(plan.components, []);
  return found;
}

/** A text as the absolute http address it is, written in one way; undefined for any other. */
export function addressOf(text: string): string | undefined {
  const trimmed = text.trim();
  const url = /^(?:https?:)?\/\/./i.test(trimmed) ? URL.parse(trimmed, 'https://_') : null;
  return url === null || url.hostname === '_' || !['http:', 'https:'].includes(url.protocol) ? undefined : url.href;
}
