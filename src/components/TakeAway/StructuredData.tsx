import type {ReactNode} from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import {useDoc} from '@docusaurus/plugin-content-docs/client';
import {withoutTrailingSlash} from '@site/src/site/addresses';
import type {AnsweredQuestion} from '@site/src/site/questions';
import {getVersion} from '@site/src/site/versions';

const REFERENCE = /(?:^|\/)reference\/api\//;

/** Tells search engines what the page is: an article, an entry of a reference, questions with answers. */
export default function PageStructuredData({questions}: {questions?: string}): ReactNode {
  const {siteConfig, i18n} = useDocusaurusContext();
  const {metadata, frontMatter} = useDoc();
  const {release} = getVersion(metadata.version);
  const url = siteConfig.url + withoutTrailingSlash(metadata.permalink);
  const isReference = REFERENCE.test(metadata.id);
  const {image} = frontMatter as {image?: string};
  const page = {
    '@type': isReference ? 'APIReference' : 'TechArticle',
    '@id': url,
    url,
    headline: metadata.title,
    description: metadata.description,
    inLanguage: i18n.currentLocale,
    ...(image && {image: siteConfig.url + image}),
    ...(metadata.lastUpdatedAt && {dateModified: new Date(metadata.lastUpdatedAt).toISOString()}),
    ...(isReference && {executableLibraryName: 'tvm', assemblyVersion: release}),
    about: {'@type': 'SoftwareApplication', name: 'Apache TVM', softwareVersion: release},
    isPartOf: {'@type': 'WebSite', name: siteConfig.title, url: siteConfig.url + siteConfig.baseUrl},
  };
  const faq = questions && {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    mainEntity: (JSON.parse(questions) as AnsweredQuestion[]).map(({question, answer}) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {'@type': 'Answer', text: answer},
    })),
  };
  const data = {'@context': 'https://schema.org', '@graph': [page, ...(faq ? [faq] : [])]};
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{__html: JSON.stringify(data).replace(/</g, '\\u003c')}}
    />
  );
}
