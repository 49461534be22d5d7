import {Fragment, type ReactNode} from 'react';
import Translate from '@docusaurus/Translate';
import type {WordPiece} from '@site/src/site/wordDiff';

function Text({text, code}: Pick<WordPiece, 'text' | 'code'>): ReactNode {
  return code ? <code>{text}</code> : text;
}

/** Words that went or came, said to those who do not see marks. */
function Marked({side, children}: {side: 'del' | 'ins'; children: ReactNode}): ReactNode {
  return side === 'del' ? (
    <del className="words-del">
      <span className="visually-hidden">
        <Translate id="compare.del" description="Read out before words that went">
          [removed:
        </Translate>
      </span>
      {children}
      <span className="visually-hidden">
        <Translate id="compare.end" description="Read out after words that went or came">
          ]
        </Translate>
      </span>
    </del>
  ) : (
    <ins className="words-ins">
      <span className="visually-hidden">
        <Translate id="compare.ins" description="Read out before words that came">
          [added:
        </Translate>
      </span>
      {children}
      <span className="visually-hidden">
        <Translate id="compare.end" description="Read out after words that went or came">
          ]
        </Translate>
      </span>
    </ins>
  );
}

/** A text whose words that differ are marked. */
export default function WordDiff({
  pieces,
  plain,
}: {
  pieces: readonly WordPiece[];
  plain?: boolean;
}): ReactNode {
  const groups: {side: WordPiece['side']; pieces: WordPiece[]}[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last?.side === piece.side) {
      last.pieces.push(piece);
    } else {
      groups.push({side: piece.side, pieces: [piece]});
    }
  }
  return groups.map(({side, pieces: own}, i) => {
    const text = own.map((piece, j) =>
      plain ? (
        <Fragment key={j}>{piece.text}</Fragment>
      ) : (
        <Text key={j} text={piece.text} code={piece.code} />
      ),
    );
    return side === 'same' ? (
      <Fragment key={i}>{text}</Fragment>
    ) : (
      <Marked key={i} side={side}>
        {text}
      </Marked>
    );
  });
}
