import type {ReactNode} from 'react';
import BrowserOnly from '@docusaurus/BrowserOnly';
import Translate, {translate} from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import PassSteps from '@site/src/components/PassSteps';

/** What each pass of a compilation does. */
export default function Passes(): ReactNode {
  const title = translate({id: 'passes.title', message: 'Every pass of a compilation'});
  return (
    <Layout
      title={title}
      description={translate({
        id: 'passes.description',
        message:
          'Follow a small convolutional model through every pass that relay.build runs, and see what each removes from the module and adds to it',
      })}
    >
      <main className="container margin-vert--lg">
        <h1>{title}</h1>
        <p>
          <Translate id="passes.intro">
            A network of a convolution, bias, ReLU, pooling and a dense layer is compiled for an x86 processor
            at opt_level 3. Every pass that relay.build ran is listed in order, the inner ones indented;
            choose one to see what it did to the module. All of it was recorded by a run.
          </Translate>
        </p>
        <BrowserOnly fallback={<p aria-hidden="true">·</p>}>{() => <PassSteps />}</BrowserOnly>
      </main>
    </Layout>
  );
}
