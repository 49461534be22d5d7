import {Children, type ReactNode} from 'react';
import Translate, {translate} from '@docusaurus/Translate';
import styles from './styles.module.css';

interface Props {
  /** Names of the steps, as JSON. */
  names: string;
  /** Unique on the page. */
  id: string;
  /** A panel a step. */
  children: ReactNode;
}

/**
 * Code that changes step by step, one step at a time. It is made of radio buttons and styles alone, so it works before
 * hydration and without script; where the browser lacks `:has()` and in print all steps stand one below the other.
 */
export default function CodeSteps({names, id, children}: Props): ReactNode {
  const steps = JSON.parse(names) as string[];
  const panels = Children.toArray(children).filter((child) => typeof child !== 'string');
  return (
    <fieldset className={styles.steps}>
      <legend className={styles.legend}>
        {translate(
          {
            id: 'codeSteps.label',
            message: '{count} steps; the arrow keys go from one to the next',
            description: 'ARIA label of code that changes step by step',
          },
          {count: steps.length},
        )}
      </legend>
      {steps.map((name, i) => (
        <div key={i} className={styles.step}>
          <label className={styles.name}>
            <input type="radio" name={id} id={`${id}-${i + 1}`} defaultChecked={i === 0} />
            <span>{name}</span>
          </label>
          <div className={styles.panel}>
            {panels[i]}
            <div className={styles.ways}>
              {i > 0 && (
                <label htmlFor={`${id}-${i}`}>
                  <Translate id="codeSteps.back" description="Goes to the step before">
                    Back
                  </Translate>
                </label>
              )}
              {i + 1 < steps.length && (
                <label htmlFor={`${id}-${i + 2}`}>
                  <Translate
                    id="codeSteps.next"
                    description="Goes to the next step"
                    values={{name: steps[i + 1]!}}
                  >
                    {'Next: {name}'}
                  </Translate>
                </label>
              )}
            </div>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
