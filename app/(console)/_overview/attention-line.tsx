import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { BlockLink } from "./block-link";

type AttentionLineProps = {
	tone: "neutral" | "warning" | "danger";
	/** The kind of problem, in a word or two. */
	word: ReactNode;
	children: ReactNode;
	/** Where it can be fixed. */
	link: { href: string; text: string };
};

export function AttentionLine({ tone, word, children, link }: AttentionLineProps) {
	return (
		<li className="grid min-h-10 items-center justify-items-start gap-x-4 py-1.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
			<span>
				<Badge tone={tone}>{word}</Badge> {children}
			</span>
			<BlockLink href={link.href}>{link.text}</BlockLink>
		</li>
	);
}
