<?php

declare(strict_types=1);

namespace Waybill;

/** One wrong field, named as it was sent: `order_items[0].quantity`. */
final class WrongField
{
    public function __construct(public readonly string $field, public readonly string $message)
    {
    }
}
