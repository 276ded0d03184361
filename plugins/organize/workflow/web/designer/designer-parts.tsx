import { Tabs } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { addRole, addStatus } from '../../common/workflow-draft.ts';
import { beginSimulation } from '../../common/workflow-simulation.ts';
import { messages } from '../messages.ts';
import { RoleDialog } from '../role-dialog.tsx';
import { StatusDialog } from '../status-dialog.tsx';
import classes from '../workflow.module.css';
import type { DesignerTab } from './problem-places.ts';
import { RoleList } from './role-list.tsx';
import { SimulatePanel } from './simulate-panel.tsx';
import { StatusList } from './status-list.tsx';
import { TransitionList } from './transition-list.tsx';
import type { DesignerProps, DesignerState } from './use-designer.ts';

const TABS: readonly (readonly [DesignerTab, string])[] = [
  ['statuses', messages.designerParts.statuses],
  ['transitions', messages.designerParts.transitions],
  ['roles', messages.designerParts.roles],
  ['simulate', messages.designerParts.simulate],
];

/** The lists of a designer: statuses, transitions and roles, and the simulation. */
export function DesignerParts({
  state: { draft, tab, setTab, chosen, setChosen, simulation, setSimulation, edit, iconOf },
  statuses,
  roles,
  onWords,
}: Pick<DesignerProps, 'statuses' | 'roles' | 'onWords'> & { readonly state: DesignerState }): JSX.Element {
  const { file } = draft.present;
  const [making, setMaking] = useState<'status' | 'role'>();
  return (
    <>
      <aside className={classes['side']} aria-label={messages.shared.partsOfTheWorkflow}>
        <Tabs
          value={tab}
          onChange={next => {
            setTab(next as DesignerTab);
            if (next === 'simulate') setSimulation(beginSimulation(file));
          }}
          style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
        >
          <Tabs.List grow>
            {TABS.map(([name, title]) => (
              <Tabs.Tab key={name} value={name} px={6}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={classes['panel']!} tabIndex={0}>
            {tab === 'statuses' ? (
              <StatusList
                file={file}
                known={statuses.map(each => each.name)}
                iconOf={iconOf}
                chosen={chosen}
                onChoose={setChosen}
                onChange={edit}
                onNew={() => setMaking('status')}
              />
            ) : undefined}
            {tab === 'transitions' ? (
              <TransitionList
                file={file}
                workflow={draft.stored.id === undefined ? undefined : draft.stored.name}
                chosen={chosen}
                onChoose={setChosen}
                onChange={edit}
              />
            ) : undefined}
            {tab === 'roles' ? (
              <RoleList
                file={file}
                known={roles.filter(each => !each.isAdmin).map(each => each.name)}
                onChange={edit}
                onNew={() => setMaking('role')}
              />
            ) : undefined}
            {tab === 'simulate' ? (
              <SimulatePanel file={file} simulation={simulation} onChange={setSimulation} />
            ) : undefined}
          </Tabs.Panel>
        </Tabs>
      </aside>
      <StatusDialog
        opened={making === 'status'}
        word={undefined}
        all={statuses}
        used={undefined}
        onClose={() => setMaking(undefined)}
        onSaved={saved => {
          setMaking(undefined);
          void onWords().then(() => edit?.(addStatus(file, saved.name)));
        }}
      />
      <RoleDialog
        opened={making === 'role'}
        word={undefined}
        all={roles}
        used={undefined}
        onClose={() => setMaking(undefined)}
        onSaved={saved => {
          setMaking(undefined);
          void onWords().then(() => edit?.(addRole(file, saved.name)));
        }}
      />
    </>
  );
}
