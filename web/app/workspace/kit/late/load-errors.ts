import { withWords } from '../../../platform/i18n/catalogues.ts';

/** Loads the messages of all codes that a call of the workspace can get and that not every page knows. */
export async function loadErrorMessages() {
  const [own, signIn, door] = await withWords(
    Promise.all([
      import('../data/error-messages.ts'),
      import('../../../platform/api/errors/sign-in.ts'),
      import('../../../platform/api/errors/door.ts'),
    ]),
  );
  return { ...own.workspaceErrors, ...signIn.signInErrors, ...door.doorErrors };
}
