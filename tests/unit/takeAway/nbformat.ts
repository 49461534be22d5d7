import * as z from 'zod';

const lines = z.array(z.string().regex(/^(?:[^\n]*\n|[^\n]+)$/));
const id = z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/);

const markdown = z.strictObject({
  id,
  cell_type: z.literal('markdown'),
  metadata: z.object({}),
  source: lines,
});

const code = z.strictObject({
  id,
  cell_type: z.literal('code'),
  metadata: z.object({
    jupyter: z
      .strictObject({source_hidden: z.boolean().optional(), outputs_hidden: z.boolean().optional()})
      .optional(),
  }),
  execution_count: z.number().int().min(0).nullable(),
  source: lines,
  outputs: z.array(
    z.strictObject({output_type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text: lines}),
  ),
});

/** What nbformat 4.5 says of the parts of a notebook that the site writes. */
export const NOTEBOOK = z
  .strictObject({
    nbformat: z.literal(4),
    nbformat_minor: z.literal(5),
    metadata: z.object({
      kernelspec: z.object({name: z.string(), display_name: z.string()}),
      language_info: z.object({name: z.string()}),
    }),
    cells: z.array(z.discriminatedUnion('cell_type', [markdown, code])),
  })
  .refine(({cells}) => new Set(cells.map((cell) => cell.id)).size === cells.length, 'ids repeat');
