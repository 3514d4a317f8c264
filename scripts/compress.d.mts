/** Writes `name.br` and `name.gz` beside each file of the folder that gains from it. */
export function compressFiles(directory: string): Promise<void>;
