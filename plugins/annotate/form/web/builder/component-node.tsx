import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { VisuallyHidden } from '@mantine/core';
import { memo, useEffect, useRef } from 'react';
import type { JSX, MouseEvent } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { componentTypeOf } from '../../common/component-types.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { componentName, typeTitle } from '../component-name.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { typeIcon } from '../type-icon.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';
import { DesignControl } from './design-control.tsx';

interface NodeProps {
  readonly store: BuilderStore;
  readonly component: FormComponent;
  readonly level: number;
}

/**
 * The id in the document of the head of a component, which is what the tree is made of; pictures of fields are for the
 * eye.
 */
export const nodeId = (id: string): string => `form-component-${id}`;

/** One component of the canvas with what is in it. Drawn again only when it, or whether it is chosen, changes. */
export const ComponentNode = memo(function ComponentNode({ store, component, level }: NodeProps): JSX.Element {
  const { id, type } = component;
  const chosen = useBuilder(store, each => each.state.selection.has(id));
  const element = useRef<HTMLDivElement>(null);
  const kind = componentTypeOf(type)?.kind;
  const holds = component.children !== undefined || kind === 'group' || kind === 'container' || kind === 'part';

  useEffect(() => {
    const node = element.current;
    return node === null ? undefined : draggable({ element: node, getInitialData: () => ({ kind: 'component', id }) });
  }, [id]);

  const name = componentName(component);
  return (
    <div
      ref={element}
      data-component={id}
      data-chosen={chosen || undefined}
      data-type={type}
      className={classes['node']}
      style={type === 'column' ? { gridColumn: `span ${spanOf(component)}` } : undefined}
    >
      <div
        className={classes['nodeHead']}
        id={nodeId(id)}
        role="treeitem"
        aria-level={level}
        aria-selected={chosen}
        {...(holds ? { 'aria-expanded': true } : {})}
      >
        <Icon name={typeIcon(type)} size={14} />
        {name === typeTitle(component) ? undefined : <VisuallyHidden>{typeTitle(component)}</VisuallyHidden>}
        <span className={classes['nodeName']} style={labelStyle(component)}>
          {name}
          {component['isRequired'] === true ? <b className={classes['required']}> *</b> : undefined}
        </span>
        {component['hasTooltip'] === true ? <Icon name="help" size={13} /> : undefined}
        {component['hidden'] === true || component['showWhen'] !== undefined ? (
          <Icon name="hidden" size={13} />
        ) : undefined}
        <span className={classes['nodeId']}>{id}</span>
      </div>
      {holds ? (
        <ComponentList
          store={store}
          parent={id}
          components={component.children ?? []}
          level={level + 1}
          across={type === 'grid'}
        />
      ) : (
        <div aria-hidden>
          <DesignControl component={component} />
        </div>
      )}
    </div>
  );
});

interface ListProps {
  readonly store: BuilderStore;
  /** Undefined at the top of the form. */
  readonly parent: string | undefined;
  readonly components: readonly FormComponent[];
  readonly level: number;
  readonly across?: boolean;
  readonly empty?: string;
}

/** The components of a container, or of the top of the form. */
export function ComponentList({
  store,
  parent,
  components,
  level,
  across = false,
  empty = messages.componentNode.dropComponentsHere,
}: ListProps): JSX.Element {
  return (
    <div
      className={classes['list']}
      data-holder={parent ?? ''}
      data-across={across || undefined}
      data-empty={components.length === 0 || undefined}
      {...(parent === undefined ? {} : { role: 'group' })}
    >
      {components.map(each => (
        <ComponentNode key={each.id} store={store} component={each} level={level} />
      ))}
      {components.length === 0 ? (
        <span className={classes['emptyList']} role="none">
          {empty}
        </span>
      ) : undefined}
    </div>
  );
}

function spanOf({ span }: FormComponent): number {
  return typeof span === 'number' && span >= 1 && span <= 24 ? Math.round(span) : 12;
}

function labelStyle({
  labelFormat,
}: FormComponent):
  | { readonly fontWeight?: number; readonly fontStyle?: string; readonly boxShadow?: string }
  | undefined {
  if (typeof labelFormat !== 'object' || labelFormat === null) return undefined;
  const { bold, italic, color } = labelFormat as {
    readonly bold?: unknown;
    readonly italic?: unknown;
    readonly color?: unknown;
  };
  // As a line below: the colour is chosen by who builds the form and may be hard to read on the ground of the builder.
  return {
    ...(bold === true ? { fontWeight: 700 } : {}),
    ...(italic === true ? { fontStyle: 'italic' } : {}),
    ...(typeof color === 'string' && color !== '' ? { boxShadow: `inset 0 -2px 0 ${color}` } : {}),
  };
}

/** The component a pointer is at; undefined between them. */
export const componentAt = (event: MouseEvent): string | undefined =>
  event.target instanceof Element
    ? event.target.closest<HTMLElement>('[data-component]')?.dataset['component']
    : undefined;
