import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** A helper in a process of its own, so that its work is not counted as the server's. Answers come in order. */
export class Child<Command extends object> {
  readonly #process: ChildProcess;
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];

  constructor(script: string) {
    this.#process = fork(path.join(import.meta.dirname, '..', script), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#process.on('message', (answer) => this.#waiting.shift()?.resolve(answer));
    this.#process.on('exit', (code) =>
      this.#waiting.forEach(({ reject }) => reject(new Error(`${script} ended with ${code}`))),
    );
  }

  /** Gives a command and waits for its answer. */
  ask<Answer>(command: Command): Promise<Answer> {
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.push(answer);
    this.#process.send(command);
    return answer.promise as Promise<Answer>;
  }

  end(): void {
    this.#process.disconnect();
  }
}

/** The child's side: answers each command. */
export function answerCommands<Command>(answer: (command: Command) => Promise<object>): void {
  process.on('message', (command) => {
    void answer(command as Command).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit(0));
}
