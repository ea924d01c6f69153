# What is wrong with the choice of a bot.

bot-unknown = There’s no bot “{ $bot }”. { $suggestion }
no-settings = The bot “{ $bot }” has no settings. Bots with settings: { $bots }.
setting-unknown = The bot “{ $bot }” has no setting “{ $setting }”. { $suggestion }
settings-wrong = The bot “{ $bot }” can’t be made with these settings: { $problem }
