import {describe, expect, it} from 'vitest';
import {indexTokens, queryTokens} from '@site/src/site/searchTokens';

const texts = (query: string) => queryTokens(query).map(({text}) => text);

describe('indexTokens', () => {
  it('cuts Han text into overlapping pairs', () => {
    expect(indexTokens('算子融合')).toEqual(['算子', '子融', '融合']);
    expect(indexTokens('轴')).toEqual(['轴']);
  });

  it('takes identifiers whole and in parts', () => {
    expect(indexTokens('relay.build')).toEqual(['relay', 'build']);
    expect(indexTokens('FoldConstant')).toEqual(['foldconstant', 'fold', 'constant']);
    expect(indexTokens('max_pool2d')).toEqual(['maxpool2d', 'max', 'pool2d']);
    expect(indexTokens('VTAConfig')).toEqual(['vtaconfig', 'vta', 'config']);
  });

  it('takes no notice of the plural and of the width of letters', () => {
    expect(indexTokens('schedules classes queries \uff2f\uff2e\uff2e\uff38')).toEqual([
      'schedule',
      'class',
      'query',
      'onnx',
    ]);
    expect(indexTokens('axis bias class canvas 10s')).toEqual(['axis', 'bias', 'class', 'canvas', '10s']);
  });

  it('finds nothing in punctuation', () => {
    expect(indexTokens('，。!?<>"')).toEqual([]);
  });
});

describe('queryTokens', () => {
  it('has every token of a part of an indexed phrase', () => {
    const indexed = new Set(indexTokens('把批归一化折进卷积'));
    for (const part of ['批归一', '归一化', '折进卷积', '化折']) {
      expect(texts(part).every((token) => indexed.has(token))).toBe(true);
    }
  });

  it('leaves out what only asks', () => {
    expect(texts('怎么部署')).toEqual(['部署']);
    expect(texts('docker 镜像怎么做')).toEqual(['docker', '镜像']);
    expect(texts('为什么变慢了')).toEqual(['变慢']);
    expect(texts('如何')).toEqual(['如何']);
  });

  it('takes an identifier as a whole, in any case', () => {
    expect(texts('foldconstant')).toEqual(['foldconstant']);
    expect(texts('opt_level')).toEqual(['optlevel']);
    expect(texts('Relay.Build')).toEqual(['relay', 'build']);
  });

  it('takes only what is still being typed for a beginning', () => {
    expect(queryTokens('relay bui').map(({prefix}) => prefix)).toEqual([false, true]);
    expect(queryTokens('relay ').map(({prefix}) => prefix)).toEqual([false]);
  });

  it('finds nothing in emoji, markup and blanks', () => {
    expect(queryTokens(' 🎉 <> ')).toEqual([]);
  });

  it('has each token once', () => {
    expect(texts('te te TE')).toEqual(['te']);
  });
});
