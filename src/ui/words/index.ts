/** Languages that the components bring along; the others come with the first person who needs them. */
const BROUGHT: ReadonlySet<string> = new Set(['en', 'ru']);

let installed: Promise<typeof import('./install.ts')> | null = null;

/**
 * What components say by themselves, in the language that the page is about to take. Rejects when the words cannot be
 * loaded.
 */
export async function speakComponents(language: string): Promise<void> {
  if (installed === null && BROUGHT.has(language)) return;
  installed ??= import('./install.ts');
  try {
    (await installed).speak(language);
  } catch (error) {
    installed = null;
    throw error;
  }
}
