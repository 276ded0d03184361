import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';

/** Look of one component, beside the form's own: what is undefined stays as the form says. */
interface Look {
  readonly shown?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly options?: readonly string[] | undefined;
  readonly error?: string | undefined;
}

/**
 * Changes of scripts to the look of the form while it is open: nothing of it is stored. A path with an id alone means
 * the component in all rows; one with rows comes before it.
 */
export class FormOverlay {
  readonly #looks = new Map<string, Look>();
  readonly #paths = new Map<string, ElementPath>();
  readonly #optioned = new Map<string, FormComponent>();

  put(path: ElementPath, look: Look): void {
    const key = pathKey(path);
    this.#looks.set(key, { ...this.#looks.get(key), ...look });
    this.#paths.set(key, path);
    this.#optioned.clear();
  }

  clear(): void {
    this.#looks.clear();
    this.#paths.clear();
    this.#optioned.clear();
  }

  /** Shown or hidden by a script; undefined where none said so. */
  shown(path: ElementPath): boolean | undefined {
    return this.#find(path, 'shown');
  }

  isDisabled(path: ElementPath): boolean {
    return this.#find(path, 'disabled') === true;
  }

  error(path: ElementPath): string | undefined {
    return this.#find(path, 'error');
  }

  /** All marks of scripts. */
  get errors(): readonly { readonly path: ElementPath; readonly message: string }[] {
    return [...this.#looks].flatMap(([key, { error }]) =>
      error === undefined ? [] : [{ path: this.#paths.get(key)!, message: error }],
    );
  }

  /** The component with the options it has here. The same object each time. */
  withOptions(component: FormComponent, path: ElementPath): FormComponent {
    const options = this.#find(path, 'options');
    if (options === undefined) return component;
    const key = pathKey(path);
    const known = this.#optioned.get(key);
    if (known !== undefined && known.id === component.id) return known;
    const made: FormComponent = { ...component, options: options.map(value => ({ value, checked: false })) };
    this.#optioned.set(key, made);
    return made;
  }

  #find<Name extends keyof Look>(path: ElementPath, name: Name): Look[Name] | undefined {
    if (this.#looks.size === 0) return undefined;
    return this.#looks.get(pathKey(path))?.[name] ?? this.#looks.get(pathKey(path.slice(-1)))?.[name];
  }
}
