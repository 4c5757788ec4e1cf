import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { BlockLink } from "../block-link";

type AttentionLineProps = {
	tone: "warning" | "danger";
	/** What it is, in a word or two. */
	word: string;
	children: ReactNode;
	/** Where it is mended. */
	link: { href: string; text: string };
};

export function AttentionLine({ tone, word, children, link }: AttentionLineProps) {
	return (
		<li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 text-sm">
			<Badge tone={tone}>{word}</Badge>
			<span className="min-w-48 flex-1 [overflow-wrap:anywhere]">{children}</span>
			<BlockLink href={link.href}>{link.text}</BlockLink>
		</li>
	);
}
