import type {
  BindingSource,
  ElementPath,
  FormComponent,
  FormInstance,
  FormPlan,
} from '#plugins/annotate/form/common/index.ts';
import { bindDefault, isEmptyValue, isLive, pathKey, valueAt } from '#plugins/annotate/form/common/index.ts';

/** Values that those of a form depend on. */
interface DefaultSources {
  readonly bindings: (prefix: ElementPath) => BindingSource;
  readonly plan: () => FormPlan;
  readonly rowCount: (group: FormComponent, path: ElementPath) => number;
  readonly isAnswered: (path: ElementPath) => boolean;
  /** Adds the class of the component to an instance. */
  readonly classed: (instance: FormInstance) => FormInstance;
}

/** The values that a form has before anybody answers. */
export class FormDefaults {
  /** Values that are lists or objects, by key. */
  readonly #objects = new Map<string, unknown>();

  constructor(private readonly sources: DefaultSources) {}

  /** Returns the default of a field. */
  value(component: FormComponent, path: ElementPath): unknown {
    const value = bindDefault(component, this.sources.bindings(path.slice(0, -1)));
    const key = pathKey(path);
    if (typeof value !== 'object' || value === null) return value;
    // The same object each time, or fields would be drawn again and again.
    const known = this.#objects.get(key);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(value)) return known;
    this.#objects.set(key, value);
    return value;
  }

  /** Returns the defaults that nobody answered yet, in the rows that show. */
  unanswered(): readonly FormInstance[] {
    const found: FormInstance[] = [];
    const visit = (components: readonly FormComponent[], prefix: ElementPath): void => {
      for (const component of components) {
        const path = [...prefix, component.id];
        if (component.type === 'group') {
          for (let row = 0; row < this.sources.rowCount(component, path); row += 1)
            visit(component.children ?? [], [...path, row]);
        } else {
          const value =
            component['exclude'] === true || isLive(component)
              ? undefined
              : bindDefault(component, this.sources.bindings(prefix));
          if (
            value !== undefined &&
            !isEmptyValue(value) &&
            this.sources.plan().component(component.id) === component &&
            !this.sources.isAnswered(path) &&
            component.children === undefined
          )
            found.push(this.sources.classed(valueAt(path, value)));
          visit(component.children ?? [], prefix);
        }
      }
    };
    if (
      this.sources
        .plan()
        .fields.some(({ component }) => !isEmptyValue(bindDefault(component, this.sources.bindings([]))))
    )
      visit(this.sources.plan().components, []);
    return found.filter(each => this.sources.plan().fields.some(({ component }) => component.id === each.component_id));
  }
}
