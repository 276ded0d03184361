import { Accordion, Checkbox, ColorInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDeferredValue } from 'react';
import type { JSX, ReactNode } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import type { ComponentProperty, PropertySection } from '../../common/component-properties.ts';
import { fieldChange, propertiesOf, readField } from '../../common/component-properties.ts';
import { componentTypeOf } from '../../common/component-types.ts';
import type { FormComponent } from '../../common/form-document.ts';
import { setFields } from '../../common/form-edits.ts';
import { findComponent } from '../../common/form-places.ts';
import { setOwn } from '../builder/builder-edits.ts';
import type { BuilderStore } from '../builder/builder-store.ts';
import { useBuilder } from '../builder/builder-store.ts';
import { typeTitle } from '../component-name.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { FormSettings } from './form-settings.tsx';
import { IdField } from './id-field.tsx';
import { PermissionsEditor } from './permissions-editor.tsx';
import { PropertyInput } from './property-input.tsx';
import { ShowWhenEditor } from './show-when-editor.tsx';

const SECTIONS: readonly PropertySection[] = ['Content', 'Model', 'Rows', 'Answer', 'Look'];

/** Properties of what is chosen; of the form when nothing is. */
export function PropertiesPanel({
  store,
  secrets,
}: {
  readonly store: BuilderStore;
  readonly secrets: readonly string[];
}): JSX.Element {
  const components = useBuilder(store, each => each.form.components);
  const selection = useBuilder(store, each => each.state.selection);
  // Walking quickly through a large form draws the canvas first.
  const shown = useDeferredValue(selection);
  const chosen = [...shown].flatMap(id => findComponent(components, id) ?? []);
  const [only] = chosen;
  return (
    <aside className={classes['properties']} aria-label={messages.propertiesPanel.properties} tabIndex={0}>
      {only === undefined ? (
        <FormSettings store={store} secrets={secrets} />
      ) : (
        <ComponentProperties key={chosen.map(each => each.id).join(' ')} store={store} chosen={chosen} />
      )}
    </aside>
  );
}

function ComponentProperties({
  store,
  chosen,
}: {
  readonly store: BuilderStore;
  readonly chosen: readonly FormComponent[];
}): JSX.Element {
  const [first] = chosen as readonly [FormComponent];
  const single = chosen.length === 1;
  const shared = propertiesOf(first).filter(property =>
    chosen.every(each =>
      propertiesOf(each).some(other => other.field === property.field && other.input === property.input),
    ),
  );
  const ids = chosen.map(each => each.id);
  const kind = componentTypeOf(first.type)?.kind;
  const change = (property: ComponentProperty, value: unknown): void => {
    // Fields of a field differ from component to component.
    const next = chosen.reduce(
      (form, each) => setFields(form, new Set([each.id]), fieldChange(each, property.field, value)),
      store.form,
    );
    store.edit(next, { series: `${property.field} ${ids.join(' ')}` });
  };
  const set = (fields: Readonly<Record<string, unknown>>, series?: string): void => setOwn(store, ids, fields, series);
  return (
    <Stack gap="sm" p={12}>
      <div>
        <h2 className={classes['panelTitle']}>
          {single ? typeTitle(first) : messages.shared.countComponents(chosen.length)}
        </h2>
        {single ? (
          <IdField store={store} component={first} />
        ) : (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.propertiesPanel.whatYouChangeHereChanges}
          </Text>
        )}
      </div>
      <Accordion
        multiple
        defaultValue={[...SECTIONS]}
        variant="filled"
        chevronPosition="left"
        classNames={{
          item: classes['sectionItem']!,
          control: classes['sectionControl']!,
          content: classes['sectionContent']!,
        }}
      >
        {SECTIONS.map(section => {
          const properties = shared.filter(each => each.section === section);
          if (properties.length === 0) return undefined;
          return (
            <Section key={section} title={section}>
              {properties.map(property => {
                const values = chosen.map(each => readField(each, property.field));
                const mixed = values.some(each => JSON.stringify(each) !== JSON.stringify(values[0]));
                return (
                  <PropertyInput
                    key={property.field}
                    property={property}
                    component={first}
                    value={mixed ? undefined : values[0]}
                    mixed={mixed}
                    components={store.form.components}
                    onChange={value => change(property, value)}
                    onDone={() => store.endSeries()}
                  />
                );
              })}
            </Section>
          );
        })}
        {kind === 'part' || (!('label' in first) && kind !== 'value') ? undefined : (
          <Section title={messages.propertiesPanel.captionAndHelp}>
            <Caption chosen={chosen} onChange={set} />
          </Section>
        )}
        {kind === 'part' ? undefined : (
          <Section title={messages.propertiesPanel.shownWhen}>
            <ShowWhenEditor store={store} component={first} onChange={showWhen => set({ showWhen })} />
          </Section>
        )}
        {kind === 'part' ? undefined : (
          <Section title={messages.propertiesPanel.permissions}>
            <PermissionsEditor component={first} onChange={permissions => set({ permissions })} />
          </Section>
        )}
        {single && ['number', 'rating', 'radio'].includes(first.type) ? (
          <Scoring component={first} onChange={scoring => set({ scoring })} />
        ) : undefined}
      </Accordion>
    </Stack>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): JSX.Element {
  return (
    <Accordion.Item value={title.replaceAll(' ', '-')}>
      <Accordion.Control>{title}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Chooses the score of the team that the answer is a value of; drawn by the plugin of scores. */
function Scoring({
  component,
  onChange,
}: {
  readonly component: FormComponent;
  readonly onChange: (scoring: unknown) => void;
}): JSX.Element | undefined {
  const panels = usePanels('form.scoring');
  if (panels.length === 0) return undefined;
  return (
    <Section title={messages.propertiesPanel.score}>
      {panels.map(panel => (
        <Panel
          key={panel.plugin}
          panel={panel}
          context={{ type: component.type, scoring: component['scoring'], onChange }}
        />
      ))}
    </Section>
  );
}

const SIZES = ['12', '14', '16', '18', '20', '24'] as const;

/** The help text, and how the label is written. */
function Caption({
  chosen,
  onChange,
}: {
  readonly chosen: readonly FormComponent[];
  readonly onChange: (fields: Readonly<Record<string, unknown>>, series?: string) => void;
}): JSX.Element {
  const [first] = chosen as readonly [FormComponent];
  const format = (
    typeof first['labelFormat'] === 'object' && first['labelFormat'] !== null ? first['labelFormat'] : {}
  ) as { readonly size?: number; readonly color?: string; readonly bold?: boolean; readonly italic?: boolean };
  const reform = (change: object, series?: string): void => onChange({ labelFormat: { ...format, ...change } }, series);
  const tooltip = first['hasTooltip'] === true;
  return (
    <>
      <Checkbox
        label={messages.propertiesPanel.showAHelpText}
        checked={tooltip}
        onChange={event => onChange({ hasTooltip: event.currentTarget.checked })}
      />
      {tooltip ? (
        <TextInput
          label={messages.propertiesPanel.helpText}
          value={typeof first['tooltip'] === 'string' ? first['tooltip'] : ''}
          onChange={event => onChange({ tooltip: event.currentTarget.value }, 'tooltip')}
        />
      ) : undefined}
      <Group gap="sm" grow align="end">
        <Select
          label={messages.propertiesPanel.sizeOfTheLabel}
          placeholder={messages.propertiesPanel.asUsual}
          clearable
          data={[...SIZES]}
          value={format.size === undefined ? null : String(format.size)}
          onChange={value => reform({ size: value === null ? undefined : Number(value) })}
        />
        <ColorInput
          size="xs"
          label={messages.propertiesPanel.colour}
          placeholder={messages.propertiesPanel.asUsual}
          value={format.color ?? ''}
          onChange={color => reform({ color: color === '' ? undefined : color }, 'label colour')}
        />
      </Group>
      <Group gap="md">
        <Checkbox
          label={messages.propertiesPanel.bold}
          checked={format.bold === true}
          onChange={event => reform({ bold: event.currentTarget.checked })}
        />
        <Checkbox
          label={messages.propertiesPanel.italic}
          checked={format.italic === true}
          onChange={event => reform({ italic: event.currentTarget.checked })}
        />
      </Group>
    </>
  );
}
