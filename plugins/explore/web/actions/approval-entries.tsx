import { Menu } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { Selection } from '#plugins/items/web/kit/index.ts';
import { ItemActions } from '#plugins/items/web/kit/index.ts';

const APPROVALS = [[2, 'Approve', 'approved'], [1, 'Disapprove', 'rejected'], [0, 'Clear', 'close']] as const;

/** The approvals that chosen items can be given. */
export function ApprovalEntries({ projectId, selection }: { readonly projectId: number; readonly selection: Selection }): JSX.Element {
  const actions = useService(ItemActions);
  return <>{APPROVALS.map(([value, title, icon]) => <Menu.Item key={value} leftSection={<Icon name={icon} size={14} />} onClick={() => void actions.change(projectId, selection, { kind: 'approval', value })}>{title}</Menu.Item>)}</>;
}
