import type {ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import type {Measurement} from '../../site/examples';

/** Says on which machine, with how many threads and when the figures above were measured. */
export default function Measured({machine}: {machine: string}): ReactNode {
  const {cores, processor, cpu, threads, date} = JSON.parse(machine) as Omit<Measurement, 'outputs'>;
  const model = cpu
    ? translate(
        {
          id: 'code.processor',
          message: '{processor} ({cpu})',
          description: 'A processor with the name that LLVM gives it',
        },
        {processor, cpu},
      )
    : processor;
  return (
    <div className="code-measured">
      <Translate
        id="code.measured"
        description="Below figures that vary from machine to machine"
        values={{cores, model, threads, date}}
      >
        {'Measured on {model} with {cores} cores and {threads} threads, {date}'}
      </Translate>
    </div>
  );
}
