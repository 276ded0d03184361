import { ActionIcon, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { originOf } from '#core/base/common/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormVariable } from '../../common/form-document.ts';
import { walkForm } from '../../common/walk-form.ts';
import type { BuilderStore } from '../builder/builder-store.ts';
import { useBuilder } from '../builder/builder-store.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { LinesEditor } from './lines-editor.tsx';

/** The settings of a form without a list of hosts that is empty. */
function withHosts({ hosts: _, ...meta }: JsonRecord, hosts: readonly string[]): JsonRecord {
  return hosts.length === 0 ? meta : { ...meta, hosts };
}

/** Edits the settings of the entire form: the hosts its scripts may reach, and its variables. */
export function FormSettings({
  store,
  secrets,
}: {
  readonly store: BuilderStore;
  readonly secrets: readonly string[];
}): JSX.Element {
  const variables = useBuilder(store, each => each.form.environments);
  const given = useBuilder(store, each => each.form.meta['hosts']);
  const hosts = (Array.isArray(given) ? given : []).filter((each): each is string => typeof each === 'string');
  const count = useBuilder(store, each => [...walkForm(each.form.components)].length);
  const put = (environments: readonly FormVariable[], series?: string): void =>
    store.edit({ ...store.form, environments }, series === undefined ? {} : { series });
  const change = (at: number, fields: Partial<FormVariable>, series?: string): void =>
    put(variables.with(at, { ...variables[at]!, ...fields }), series);
  return (
    <Stack gap="md" p={12}>
      <div>
        <h2 className={classes['panelTitle']}>{messages.shared.form}</h2>
        <Text size="sm" c="var(--loupe-muted)">
          {count === 0 ? messages.formSettings.chooseAComponentToSee : messages.formSettings.countComponents(count)}
        </Text>
      </div>
      <section aria-label={messages.formSettings.hosts}>
        <h3 className={classes['sectionName']}>{messages.formSettings.hosts}</h3>
        <Text size="sm" c="var(--loupe-muted)" mb={8}>
          {messages.formSettings.scriptsReachTheseAndNoOther}
        </Text>
        <LinesEditor
          label={messages.formSettings.hostsScriptsMayReach}
          value={hosts}
          onChange={next => store.edit({ ...store.form, meta: withHosts(store.form.meta, next) }, { series: 'hosts' })}
          onDone={() => store.endSeries()}
        />
        {hosts
          .filter(each => each.trim() !== '' && originOf(each) === undefined)
          .map(each => (
            <Text key={each} size="sm" c="var(--loupe-danger)" role="alert">
              {messages.formSettings.nameIsNoHost(each)}
            </Text>
          ))}
      </section>
      <section aria-label={messages.shared.variables}>
        <h3 className={classes['sectionName']}>{messages.shared.variables}</h3>
        <Text size="sm" c="var(--loupe-muted)" mb={8}>
          {messages.formSettings.forTheScripts}
        </Text>
        <Stack gap="sm">
          {variables.map((variable, at) => {
            const kept = variable.secure && variable.value === '' && secrets.includes(variable.name);
            const value = {
              label: messages.shared.value,
              value: variable.value,
              onBlur: () => store.endSeries(),
              onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
                change(at, { value: event.currentTarget.value }, `value ${at}`),
            };
            return (
              <fieldset key={at} className={classes['card']}>
                <legend className={classes['legend']}>
                  {variable.name || messages.formSettings.variableCount(at + 1)}
                </legend>
                <Stack gap={6}>
                  <TextInput
                    label={messages.shared.name}
                    value={variable.name}
                    error={
                      variables.some((each, other) => other !== at && each.name === variable.name)
                        ? messages.shared.thisNameIsThereTwice
                        : undefined
                    }
                    onBlur={() => store.endSeries()}
                    onChange={event => change(at, { name: event.currentTarget.value }, `name ${at}`)}
                  />
                  {variable.secure ? (
                    <PasswordInput
                      {...value}
                      placeholder={kept ? messages.formSettings.keptOnTheServer : ''}
                      autoComplete="off"
                    />
                  ) : (
                    <TextInput {...value} />
                  )}
                  <Group justify="space-between" wrap="nowrap">
                    <Checkbox
                      label={messages.formSettings.secure}
                      checked={variable.secure}
                      onChange={event => change(at, { secure: event.currentTarget.checked })}
                    />
                    <ActionIcon
                      aria-label={messages.formSettings.removeName(variable.name || `variable ${at + 1}`)}
                      onClick={() => put(variables.toSpliced(at, 1))}
                    >
                      <Icon name="trash" size={14} />
                    </ActionIcon>
                  </Group>
                </Stack>
              </fieldset>
            );
          })}
          <Button
            size="compact-xs"
            variant="default"
            style={{ alignSelf: 'start' }}
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => put([...variables, { name: '', value: '', secure: false }])}
          >
            {messages.formSettings.addVariable}
          </Button>
        </Stack>
      </section>
    </Stack>
  );
}
