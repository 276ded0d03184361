import { Select } from '@mantine/core';
import type { JSX } from 'react';
import type { AttributeGroup } from '#plugins/classes/common/annotation-class.ts';
import { missingGroups, sharedValue, withGroupValue } from '../../common/attribute-values.ts';
import { changeInstances, giveClass } from '../../common/instance-edits.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-desk.ts';
import { AttributeField } from './attribute-field.tsx';
import classes from './panels.module.css';

/** Class and attributes of the selected objects; several are changed in one step, and what differs says so. */
export function AttributesForm(): JSX.Element {
  const { document } = useOpen();
  const { classes: known, readOnly } = useDocumentState(document);
  useScene(document);
  const selected = document.scene.selected;
  const classIds = new Set(selected.map(each => each.classId));
  const owner = classIds.size === 1 ? known.find(each => classIds.has(each.id)) : undefined;
  const isTag = selected.every(each => each.type === 'tag');
  const offered = known.filter(each => each.type === (isTag ? 2 : 1));
  const missing = new Set(owner === undefined ? [] : selected.flatMap(instance => missingGroups(instance, owner)));
  const set = (group: AttributeGroup, value: Parameters<typeof withGroupValue>[2]): void =>
    document.edit(`Set ${group.name}`, changeInstances(document.scene.selected.filter(each => each.locked !== true), instance => withGroupValue(instance, group, value), document.user));

  return (
    <section className={classes['form']} aria-label="Attributes">
      <Select
        aria-label="Class"
        searchable
        disabled={readOnly !== undefined}
        placeholder={classIds.size > 1 ? `Mixed classes (${selected.length} objects)` : 'No class'}
        value={owner === undefined ? null : String(owner.id)}
        data={offered.map(each => ({ value: String(each.id), label: each.name }))}
        leftSection={<span className={classes['swatch']} style={{ background: owner?.color ?? '#8a929e' }} />}
        onChange={value => {
          const chosen = known.find(each => String(each.id) === value);
          if (chosen !== undefined) document.edit('Change class', giveClass(selected, chosen, document.user));
        }}
      />
      {owner?.attribute_groups.map(group => (
        <AttributeField
          key={`${group.id} ${selected.map(each => each.id).join()}`}
          group={group}
          {...sharedValue(selected, group)}
          missing={missing.has(group)}
          disabled={readOnly !== undefined || selected.every(each => each.locked === true)}
          onChange={value => set(group, value)}
        />
      ))}
      {owner !== undefined && owner.attribute_groups.length === 0 ? <div className={classes['muted']} style={{ marginTop: 8 }}>This class has no attributes.</div> : undefined}
    </section>
  );
}
