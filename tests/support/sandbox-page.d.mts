export const SANDBOX_PAGE: string;
export function addSandboxPage(): Promise<() => Promise<void>>;
