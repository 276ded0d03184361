import { Checkbox, Group, Input, NumberInput, Stack, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { Constraint } from '../../common/workflow.ts';
import { constraintKinds, firstEditAction } from '../../common/workflow.ts';
import type { DraftTransition } from '../../common/workflow-draft.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';

const LABELS: Readonly<Record<Constraint['kind'], string>> = {
  required_attributes: messages.transitionForm.requiredAttributesAreFilledIn,
  required_components: messages.transitionForm.requiredFieldsOfTheForm,
  all_comments_resolved: messages.transitionForm.allCommentsAreResolved,
  min_instances: messages.transitionForm.numberOfObjects,
  approved: messages.transitionForm.itemIsApproved,
  form_valid: messages.transitionForm.formIsValid,
  expression: messages.transitionForm.itemMatchesAQuery,
};

interface TransitionFormProps {
  readonly file: WorkflowFile;
  readonly transition: DraftTransition;
  /** Absent when it is only looked at. `series` names a field that is being typed in. */
  readonly onChange?: ((transition: DraftTransition, series?: string) => void) | undefined;
}

/**
 * One transition: from where to where, its name, who may make it, and what must hold before.
 */
export function TransitionForm({ file, transition, onChange }: TransitionFormProps): JSX.Element {
  const fixed = onChange === undefined;
  const rules = transition.constraint?.rules ?? [];
  const set = (change: Partial<DraftTransition>, series?: string): void =>
    onChange?.({ ...transition, ...change }, series);
  const setRules = (next: readonly Constraint[], series?: string): void =>
    set({ constraint: next.length === 0 ? null : { rules: [...next] } }, series);
  const toggle = (kind: Constraint['kind'], on: boolean): void => {
    const rest = rules.filter(each => each.kind !== kind);
    if (!on) setRules(rest);
    else
      setRules([
        ...rest,
        kind === 'min_instances' ? { kind, n: 1 } : kind === 'expression' ? { kind, query: 'pinned = true' } : { kind },
      ]);
  };
  return (
    <Stack gap="sm" className={classes['form']!}>
      <TextInput
        label={messages.shared.name}
        disabled={fixed}
        value={transition.name}
        maxLength={100}
        error={transition.name.trim() === '' ? messages.transitionForm.giveItAName : undefined}
        onChange={event => set({ name: event.currentTarget.value }, 'name')}
      />
      <Group grow gap="xs" align="flex-start">
        <Select
          label={messages.transitionForm.from}
          disabled={fixed}
          data={file.statuses}
          value={transition.from}
          allowDeselect={false}
          onChange={from => {
            if (from !== null) set({ from });
          }}
        />
        <Select
          label={messages.transitionForm.to}
          disabled={fixed}
          data={file.statuses}
          value={transition.to}
          allowDeselect={false}
          error={transition.from === transition.to ? messages.transitionForm.chooseAnotherStatus : undefined}
          onChange={to => {
            if (to !== null) set({ to });
          }}
        />
      </Group>
      <Input.Wrapper
        label={messages.transitionForm.whoMayDoIt}
        labelElement="div"
        description={fixed ? undefined : messages.transitionForm.roleThatIsTickedAlso(transition.from)}
      >
        <div className={classes['ticks']}>
          {file.roles.map(role => (
            <Checkbox
              key={role}
              label={role}
              disabled={fixed}
              checked={transition.allowed_roles.includes(role)}
              onChange={event =>
                set({
                  allowed_roles: event.currentTarget.checked
                    ? [...transition.allowed_roles, role]
                    : transition.allowed_roles.filter(each => each !== role),
                })
              }
            />
          ))}
        </div>
      </Input.Wrapper>
      <Input.Wrapper label={messages.transitionForm.onlyWhen} labelElement="div">
        <Stack gap={6} mt={6}>
          {constraintKinds.map(kind => {
            const rule = rules.find(each => each.kind === kind);
            return (
              <div key={kind}>
                <Checkbox
                  label={LABELS[kind]}
                  disabled={fixed}
                  checked={rule !== undefined}
                  onChange={event => toggle(kind, event.currentTarget.checked)}
                />
                {rule?.kind === 'min_instances' ? (
                  <NumberInput
                    ml={24}
                    mt={4}
                    w={120}
                    aria-label={messages.transitionForm.leastNumberOfObjects}
                    min={1}
                    max={100_000}
                    clampBehavior="strict"
                    allowDecimal={false}
                    disabled={fixed}
                    value={rule.n}
                    onChange={value =>
                      setRules(
                        rules.map(each =>
                          each === rule ? { kind: 'min_instances', n: Math.max(1, Number(value) || 1) } : each,
                        ),
                        'n',
                      )
                    }
                  />
                ) : undefined}
                {rule?.kind === 'expression' ? (
                  <TextInput
                    ml={24}
                    mt={4}
                    aria-label={messages.transitionForm.queryTheItemMustMatch}
                    disabled={fixed}
                    value={rule.query}
                    error={rule.query === '' ? messages.transitionForm.writeAQuery : undefined}
                    onChange={event =>
                      setRules(
                        rules.map(each =>
                          each === rule ? { kind: 'expression', query: event.currentTarget.value } : each,
                        ),
                        'query',
                      )
                    }
                  />
                ) : undefined}
              </div>
            );
          })}
        </Stack>
      </Input.Wrapper>
      <Checkbox
        label={messages.transitionForm.alsoByItself}
        disabled={fixed}
        checked={transition.automation?.action === firstEditAction}
        onChange={event => set({ automation: event.currentTarget.checked ? { action: firstEditAction } : null })}
      />
    </Stack>
  );
}
