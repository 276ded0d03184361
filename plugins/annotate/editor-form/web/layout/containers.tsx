import { Collapse, Tabs } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { useController, useForm, useShown } from '../form-context.ts';
import { Components } from './components.tsx';
import { stands, useUnfolding } from './use-unfolding.ts';
import type { PartProps } from './view-context.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const none: readonly FormComponent[] = [];

/** A frame around components; one with a title may be folded. */
export function BoxView({ component, prefix }: PartProps): JSX.Element {
  const controller = useController();
  const [open, setOpen] = useUnfolding({ component, prefix }, true);
  const title = controller.text(component['title'], prefix);
  const children = <Components components={component.children ?? none} prefix={prefix} />;
  if (title === '' && component['collapsible'] !== true) return children;
  return (
    <section className={classes['box']} aria-label={title || component.id}>
      {component['collapsible'] === true ? (
        <button type="button" className={classes['boxTitle']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} />
          {title || component.id}
        </button>
      ) : (
        <h3 className={classes['boxTitle']}>{title}</h3>
      )}
      <Collapse expanded={open}>{open ? children : undefined}</Collapse>
    </section>
  );
}

/** Columns in 24 parts of the width. */
export function GridView({ component, prefix }: PartProps): JSX.Element {
  return (
    <div className={classes['grid']} data-align={String(component['align'] ?? 'top')}>
      {(component.children ?? none).map(each => (
        <ColumnView key={each.id} component={each} prefix={prefix} />
      ))}
    </div>
  );
}

function ColumnView({ component, prefix }: PartProps): JSX.Element | undefined {
  const span = Math.min(24, Math.max(1, Number(component['span'] ?? 24) || 24));
  if (!useShown(component, prefix)) return undefined;
  return (
    <div
      className={classes['column24']}
      data-sticky={component['sticky'] === true}
      style={{ gridColumn: `span ${span}` }}
    >
      <Components components={component.children ?? none} prefix={prefix} />
    </div>
  );
}

/** One of several parts at a time. */
export function TabsView({ component, prefix }: PartProps): JSX.Element {
  const controller = useController();
  const form = useForm();
  const tabs = (component.children ?? none).filter(each => controller.visibility(each.id) !== 'hidden');
  const [chosen, choose] = useState<string | undefined>(tabs[0]?.id);
  const unfold = useEffectEvent((path: ElementPath): boolean => {
    const found = tabs.find(each => stands(each, path[prefix.length]));
    if (found === undefined || found.id === chosen) return false;
    choose(found.id);
    return true;
  });
  useEffect(() => {
    const wait = (path: ElementPath): boolean => unfold(path);
    form.waiting.add(wait);
    return () => void form.waiting.delete(wait);
  }, [form]);
  return (
    <Tabs value={chosen ?? null} onChange={value => choose(value ?? undefined)} keepMounted={false}>
      <Tabs.List mb={12}>
        {tabs.map((each, at) => (
          <Tabs.Tab key={each.id} value={each.id}>
            {controller.text(each['name'], prefix) || messages.containers.tabAt(at + 1)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(each => (
        <Tabs.Panel key={each.id} value={each.id}>
          <Components components={each.children ?? none} prefix={prefix} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

export function DividerView({ component, prefix }: PartProps): JSX.Element {
  const label = useController().text(component['label'], prefix);
  return (
    <div className={classes['divider']} role="separator" aria-label={label || undefined}>
      {label}
    </div>
  );
}
