/**
 * Returns the address of the grid with the list from which an item was opened: its folder and filter, as the address of
 * the editor has them in `from`.
 */
export function gridPathOf(
  {
    team_id: teamId,
    project_id: projectId,
    folder_id: folderId,
  }: { readonly team_id: number; readonly project_id: number; readonly folder_id: number },
  search: string,
  question: boolean,
): string {
  const from = new URLSearchParams(search).get('from');
  const list = new URLSearchParams(from ?? '');
  const folder = from === null ? String(folderId) : list.get('folder_id');
  const name = list.get('name');
  for (const each of ['folder_id', 'name']) list.delete(each);
  if (name !== null) list.set('q', name);
  const text = list.toString();
  return `/t/${teamId}/p/${projectId}/classify${question ? '/question' : ''}${folder === null ? '' : `/f/${folder}`}${text === '' ? '' : `?${text}`}`;
}
