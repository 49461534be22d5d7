import {translate} from '@docusaurus/Translate';
import {KEPT_PAGES, type OfflineSummary} from '@site/src/site/offline';

const MEGABYTE = 1e6;

function sizeOf({bytes}: OfflineSummary): string {
  return String(Math.ceil(bytes / MEGABYTE));
}

export function offerText(summary: OfflineSummary): string {
  const {release, pages} = summary;
  return translate(
    {
      id: 'offline.offer',
      message:
        'TVM {release}: {pages} pages with search, about {size} MB on this device. Afterwards the last {kept} pages that you read are kept as well. Nothing is downloaded before you agree.',
      description: 'What the download of a version takes, said before',
    },
    {release, pages, size: sizeOf(summary), kept: KEPT_PAGES},
  );
}

export function updateText({release}: OfflineSummary): string {
  return translate(
    {
      id: 'offline.update',
      message: 'The offline copy of TVM {release} is older than the site.',
      description: 'Announces that a downloaded version has changed',
    },
    {release},
  );
}

export const start = () =>
  translate({id: 'offline.start', message: 'Download', description: 'Begins the download of a version'});

export const update = () =>
  translate({
    id: 'offline.updateNow',
    message: 'Update',
    description: 'Downloads what has changed of a version',
  });

export const later = () =>
  translate({id: 'offline.later', message: 'Later', description: 'Closes the announcement of an update'});

export const removeCopy = () =>
  translate({id: 'offline.remove', message: 'Remove the copy', description: 'Removes a downloaded version'});

export const progress = () =>
  translate({id: 'offline.progress', message: 'Downloading', description: 'Name of the progress bar'});

export const done = () =>
  translate({
    id: 'offline.done',
    message: 'This version can be read without a network.',
    description: 'Said when a version has been downloaded',
  });

export const removed = () =>
  translate({
    id: 'offline.removed',
    message: 'Removed.',
    description: 'Said when a downloaded version is removed',
  });

export const noRoom = () =>
  translate({
    id: 'offline.noRoom',
    message: 'The browser has no room for it.',
    description: 'Said where the browser grants less storage than a version takes',
  });

export const failed = () =>
  translate({
    id: 'offline.failed',
    message: 'The download did not succeed; try again later.',
    description: 'Said when a download failed',
  });

export const unsupported = () =>
  translate({
    id: 'offline.unsupported',
    message: 'This browser cannot keep pages to be read without a network.',
    description: 'Said where a browser has no service worker',
  });
