export { accountOf, sessionOf, type ModuleServices } from './context.ts';
export { createDirectory, type Directory, type DirectoryOptions } from './directory.ts';
export { escapeLike, isUniqueViolation, orderBy } from './sql.ts';
