/** Pattern of SQL for texts that contain a text, whatever signs it holds; all texts without one. */
export const searchPattern = (text: string | undefined): string => `%${(text ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
