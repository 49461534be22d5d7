/** Environment variables by name. */
export type Variables = Record<string, string | undefined>;

/** A wrong setting; the message names the variable and shows a value that would be accepted. */
export class EnvironmentError extends Error {
  constructor(name: string, problem: string, example: string) {
    super(`环境变量 ${name}${problem}。示例：${name}=${example}`);
    this.name = 'EnvironmentError';
  }
}

/** What a variable may hold. */
export interface Rule {
  pattern: RegExp;
  /** Says what a wrong value is not. */
  problem: string;
  example: string;
  /** Whether messages must not show the value. */
  secret?: boolean;
}

/** A variable without the blanks around it; undefined for an empty one. */
export function read(variables: Variables, name: string): string | undefined {
  return variables[name]?.trim() || undefined;
}

/** A variable that holds an http or https address, without slashes at its end. */
export function readUrl(variables: Variables, name: string, example: string): string | undefined {
  const value = read(variables, name);
  if (value === undefined) {
    return undefined;
  }
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new EnvironmentError(name, ` 不是完整的网址：「${value}」`, example);
  }
  if (!['https:', 'http:'].includes(url.protocol)) {
    throw new EnvironmentError(name, ` 只能是 http 或 https 网址：「${value}」`, example);
  }
  return value.replace(/\/+$/, '');
}

/** A variable that has to match a pattern. */
export function readMatching(
  variables: Variables,
  name: string,
  {pattern, problem, example, secret}: Rule,
): string | undefined {
  const value = read(variables, name);
  if (value !== undefined && !pattern.test(value)) {
    throw new EnvironmentError(name, secret ? ` ${problem}` : ` ${problem}：「${value}」`, example);
  }
  return value;
}

/** All of a group of variables, or none of them. */
export function readGroup<K extends string>(
  variables: Variables,
  group: Record<K, Rule>,
): Record<K, string> | undefined {
  const names = Object.keys(group) as K[];
  const values = names.map((name) => readMatching(variables, name, group[name]));
  const present = names.filter((_, i) => values[i] !== undefined);
  if (present.length === 0) {
    return undefined;
  }
  const missing = names.find((_, i) => values[i] === undefined);
  if (missing !== undefined) {
    throw new EnvironmentError(
      missing,
      ` 没有设置，而 ${present.join('、')} 已设置；要么都设，要么都不设`,
      group[missing].example,
    );
  }
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Record<K, string>;
}

/** Variables that all have to be set. */
export function readRequired<K extends string>(
  variables: Variables,
  group: Record<K, Rule>,
): Record<K, string> {
  const names = Object.keys(group) as K[];
  const values = names.map((name) => {
    const value = readMatching(variables, name, group[name]);
    if (value === undefined) {
      throw new EnvironmentError(name, ' 没有设置', group[name].example);
    }
    return [name, value];
  });
  return Object.fromEntries(values) as Record<K, string>;
}
