/** Icons of the types of components, by the names of `core/ui`. */
const icons: Readonly<Record<string, string>> = {
  container: 'square', group: 'group', grid: 'columns', column: 'columns', tabs: 'folder', tab: 'folder', modal: 'box', header: 'toFront', divider: 'minus', button: 'send',
  input: 'text', textarea: 'list', markdown: 'markdown', code: 'code', number: 'number', slider: 'adjust', dateTime: 'calendar', time: 'clock', csv: 'table', upload: 'upload',
  select: 'down', radio: 'progress', checkbox: 'check', voting: 'thumbUp', rating: 'star', ranking: 'ascending', compare: 'distributeAcross', likertTable: 'table',
  image: 'image', video: 'play', audio: 'sound', pdfComponent: 'file', pdf: 'file', url: 'world', link: 'link', avatar: 'person', paragraph: 'paragraph', chat: 'comment', webComponent: 'plugin',
};

export const typeIcon = (type: string): string => icons[type] ?? 'help';
