import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../src');

/** A place where the product makes an event. Types and tests make none. */
interface Made {
  readonly type: string;
  /** From `src` on. */
  readonly file: string;
}

const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));

/** The literals that an expression may be: one, or either of a choice. */
function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  return [];
}

/** True for a call whose strings are keys of texts. */
const isTranslation = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === 't';

/** The values of `type` in the objects of a file, and the names of events that it hands on. */
function madeIn(file: string): Made[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  if (!/\btype: /.test(text)) return [];
  const found: Made[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'type')
      found.push(...literalsOf(node.initializer).map((type) => ({ type, file })));
    if (ts.isCallExpression(node) && !isTranslation(node))
      found.push(...node.arguments.flatMap(literalsOf).map((type) => ({ type, file })));
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : undefined),
  );
  return found.filter(({ type }) => type.includes('.'));
}

/** Events that a folder of `src/machines` declares: the members of its unions of events. */
export function declaredEvents(folder: string): Set<string> {
  const texts = filesOf(path.join('machines', folder)).map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^ {2}\| \(?\{ type: '([\w.]+)'/gm)].map(([, type = '']) => type)),
  );
}

/** What the product can send to each chart: read from its sources once. */
export function sentEvents(): (folder: string, type: string, isShared: boolean) => boolean {
  const files = filesOf('.');
  const made = Map.groupBy(files.flatMap(madeIn), ({ type }) => type);
  const users = (folder: string): string[] =>
    files
      .filter((file) => !file.startsWith('machines/'))
      .filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes(`machines/${folder}/index.ts`))
      .map((file) => `${path.dirname(file)}/`);
  // A name that several charts take counts for those whose users, or what lies beside and below them, send it.
  return (folder, type, isShared) => {
    const places = made.get(type) ?? [];
    if (!isShared) return places.length > 0;
    const homes = users(folder);
    return places.some(({ file }) => homes.some((home) => file.startsWith(home)));
  };
}
