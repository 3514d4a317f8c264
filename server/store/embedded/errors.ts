/** Why the embedded Postgres cannot run, in words that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** What Postgres wrote, and what it means for the operator. The first match wins. */
const CAUSES: readonly (readonly [pattern: RegExp, explanation: (directory: string) => string])[] = [
  [
    /No space left on device|disk quota exceeded/i,
    (directory) => `The disk that holds ${directory} is full. Free some space and start again.`,
  ],
  [
    /Permission denied|could not access directory|Operation not permitted/i,
    (directory) =>
      `Postgres may not read or write ${directory} as the user it runs as. Give that user the folder and its parents, or set DATA_DIR to one it may use.`,
  ],
  [/wrong ownership/i, (directory) => `${directory} belongs to another user than the one that starts the server.`],
  [
    /error while loading shared libraries|cannot open shared object file/i,
    () =>
      'The Postgres binaries lack a system library. They need glibc 2.27 or newer (not Alpine); use DATABASE_URL with a server of your own otherwise.',
  ],
  [
    /incompatible with server|initialized by PostgreSQL version/i,
    (directory) =>
      `${directory} was written by another major version of Postgres; move the data over before starting this one.`,
  ],
  [
    /could not create shared memory|Cannot allocate memory/i,
    () => 'The machine has too little memory left for Postgres.',
  ],
  [
    /could not create (any Unix-domain|Unix socket|lock file)|could not bind/i,
    () => 'Postgres could not open its socket: another program holds it, or its folder is not writable.',
  ],
];

/** An error that names the likely cause and keeps what Postgres itself said. */
export function explainFailure(action: string, output: string, directory: string): EmbeddedPostgresError {
  const said = lastLines(output);
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1](directory);
  return new EmbeddedPostgresError(
    `${action} failed. ${cause ?? ''}${cause ? ' ' : ''}Postgres said: ${said || 'nothing'}`,
  );
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-12).join('\n');
}
